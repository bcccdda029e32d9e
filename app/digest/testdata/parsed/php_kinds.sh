cat >index.php <<'PHP'
<?php
error_log("started, 0 errors");
switch ($_SERVER["REQUEST_URI"]) {
case "/type":
    strlen([]);
case "/class":
    new Cart();
case "/include":
    require "none.php";
case "/notice":
    echo $_GET["name"];
    echo [] . "";
    break;
case "/parse":
    require "parse.php";
case "/chain":
    try {
        intdiv(1, 0);
    } catch (Error $e) {
        throw new RuntimeException("no total", 0, $e);
    }
}
PHP
printf '<?php\n$a = ;\n' >parse.php
serve php -d display_errors=0 -d log_errors=1 -S 127.0.0.1:$PORT index.php
printed "Development Server"
for p in / /type /class /include /notice /parse /chain /errors/Fatal; do get $p; done
finish
