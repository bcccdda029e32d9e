mkdir src
printf '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n' >Cargo.toml
cat >src/main.rs <<'RS'
use std::collections::HashMap;

fn price(prices: &HashMap<&str, u32>, name: &str) -> Result<u32, String> {
    prices.get(name).copied().ok_or(format!("no price for {name}"))
}

fn main() {
    let prices = HashMap::new();
    std::thread::Builder::new().name("mail".into()).spawn(|| panic!("mail server says no")).unwrap().join().ok();
    println!("{}", price(&prices, "tea").unwrap());
}

#[test]
fn adds() {
    assert_eq!(1 + 2, 4, "prices do not add up");
}

#[test]
fn error_is_shown() {
    println!("error: captured");
}
RS
once cargo run -q
once cargo test -q
sed -i 's/let prices/let mut prices: HashMap<\&str, String>/' src/main.rs
once cargo check
