cat >prices.rb <<'RB'
def price(item)
  item.fetch(:price) * 2
end
RB
cat >app.rb <<'RB'
require_relative 'prices'
puts 'starting'
begin
  price({})
rescue KeyError => e
  raise 'no price for tea'
end
RB
once ruby app.rb
printf 'def total(\n  1\n' >app.rb
once ruby app.rb
