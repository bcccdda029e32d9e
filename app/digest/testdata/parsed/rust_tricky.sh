mkdir -p src
printf '[package]\nname = "error-page"\nversion = "0.1.0"\nedition = "2021"\n' >Cargo.toml
cat >src/main.rs <<'RS'
fn main() {
    println!("errors: 0, warnings: 0");
    println!("error[none]: is a word | failed = 0");
}

#[test]
fn error_is_an_error() {}

#[test]
#[should_panic]
fn panics() {
    panic!("as it should")
}
RS
once cargo run
once cargo test
