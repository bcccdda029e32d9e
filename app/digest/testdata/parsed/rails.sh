mkdir -p app/controllers config
cat >app.rb <<'RB'
require "rails"
require "action_controller/railtie"

class Shop < Rails::Application
  config.root = __dir__
  config.eager_load = false
  config.consider_all_requests_local = true
  config.secret_key_base = "x" * 30
  config.hosts.clear
  config.logger = ActiveSupport::TaggedLogging.new(Logger.new($stdout))
  routes.append do
    get "/", to: "cart#index"
    get "/cart", to: "cart#show"
    get "/view", to: "cart#view"
  end
end
RB
printf 'require_relative "app"\nENV["RAILS_ENV"] ||= "development"\nShop.initialize!\nrun Shop\n' >config.ru
cat >app/controllers/cart_controller.rb <<'RB'
class CartController < ActionController::Base
  def index
    render plain: "hello"
  end

  def show
    cart = nil
    render plain: cart.items.size
  end

  def view
    render :view
  end
end
RB
mkdir -p app/views/cart
printf '<h1>Cart</h1>\n<%%= total(3) %%>\n' >app/views/cart/view.html.erb
serve /usr/bin/ruby /usr/bin/rackup -s webrick -o 127.0.0.1 -p $PORT config.ru
printed "HTTPServer#start"
get / text/html
get /cart text/html
get /cart text/html
get /view text/html
get /no-such-page text/html
printed "No route matches"
sed -i 's/cart = nil/cart = ) nil/' app/controllers/cart_controller.rb
sleep 1
get /cart text/html
printed "syntax error"
finish
