mkdir -p app/controllers
cat >app.rb <<'RB'
require "rails"
require "action_controller/railtie"

class Shop < Rails::Application
  config.root = __dir__
  config.eager_load = false
  config.secret_key_base = "x" * 30
  config.hosts.clear
  config.logger = ActiveSupport::TaggedLogging.new(Logger.new($stdout))
  routes.append do
    get "/errors/:name", to: "errors#show"
    get "/old", to: redirect("/errors/old")
  end
end
RB
printf 'require_relative "app"\nShop.initialize!\nrun Shop\n' >config.ru
printf 'class ErrorsController < ActionController::Base\n  def show\n    logger.info "0 errors, no exception: all is well"\n    render plain: "x", status: params[:status] || 200\n  end\nend\n' >app/controllers/errors_controller.rb
serve /usr/bin/ruby /usr/bin/rackup -s webrick -o 127.0.0.1 -p $PORT config.ru
printed "HTTPServer#start"
get /errors/NoMethodError text/html
get "/errors/x?status=422&error=RuntimeError" text/html
get /old
finish
