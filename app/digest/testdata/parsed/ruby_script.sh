mkdir bin
cat >bin/worker <<'RB'
#!/usr/bin/env ruby
def pay(order) order.total end
pay(nil)
RB
once ruby bin/worker
once ruby -e "'def stop() raise %q(disk is full) end; stop'"
