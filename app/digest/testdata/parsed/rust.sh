mkdir src
printf '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n' >Cargo.toml
cat >src/main.rs <<'RS'
fn total(items: &[u32]) -> String {
    let unused = 1;
    items.iter().sum()
}

fn main() {
    println!("{}", totl(&[1]));
}
RS
once cargo run
cat >src/main.rs <<'RS'
fn main() {
    let items: Vec<u32> = vec![];
    println!("starting");
    println!("{}", items[std::env::args().count()]);
}
RS
once cargo run
