cat >app.rb <<'RB'
require 'sinatra/base'

class App < Sinatra::Base
  set :show_exceptions, false
  set :raise_errors, false
  enable :dump_errors
  set :host_authorization, permitted_hosts: []
  get('/') { 'hello' }
  get('/cart') { nil.items }
end

require 'rack'
require 'rack/mock'
%w[/ /cart /cart].each { |path| Rack::MockRequest.new(App).get(path, 'rack.errors' => $stderr, fatal: false) }
RB
once ruby app.rb
