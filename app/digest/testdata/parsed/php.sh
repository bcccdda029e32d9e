cat >index.php <<'PHP'
<?php
if ($_SERVER['REQUEST_URI'] == '/cart') {
    function price($name) {
        throw new RuntimeException("no price for $name");
    }
    price('tea');
}
echo $missing;
echo "hello";
PHP
serve php -d display_errors=0 -d log_errors=1 -S 127.0.0.1:$PORT index.php
printed "started"
get /
get /cart
get /cart
echo 'function broken( {' >>index.php
get /
finish
