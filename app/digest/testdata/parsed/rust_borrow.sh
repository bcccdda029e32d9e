mkdir -p src
printf '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n' >Cargo.toml
cat >src/main.rs <<'RS'
use std::fs;
mod cart;

fn main() {
    let items = vec![1];
    let moved = items;
    println!("{:?} {}", items, cart::total(&moved));
    let x: u32 = "1";
}
RS
printf 'pub fn total(items: &[u32]) -> u32 { items.iter().sum() }\n\npub fn unused() {}\n' >src/cart.rs
once cargo build
sed -i '/println/d; /let x/d; s/vec!\[1\]/vec![1u32]/' src/main.rs
printf 'fn main() -> Result<(), Box<dyn std::error::Error>> {\n    let n: u32 = "tea".parse()?;\n    println!("{n}");\n    Ok(())\n}\n' >src/main.rs
once cargo run -q
