printf 'class App\n  def call(env)\n    raise ArgumentError, "no cart" if env["PATH_INFO"] == "/cart"\n    [200, {}, ["x"]]\n  end\nend\nrun App.new\n' >config.ru
serve /usr/bin/ruby /usr/bin/puma -b tcp://127.0.0.1:$PORT config.ru
printed "Listening on"
get /
get /errors
get /cart
printed "no cart"
finish
printf 'require "./none"\n' >config.ru
once /usr/bin/ruby /usr/bin/puma -b tcp://127.0.0.1:$PORT config.ru
