package raised

import "testing"

// TestNullOfAVariableIsTheVariable: what each language prints for a value that the line reads from a variable which is not
// set.
func TestNullOfAVariableIsTheVariable(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ file, source, said string }{
		"Java": {"Server.java", "public class Server {\n    static final int POOL = Integer.parseInt(System.getenv(\"POOL_SIZE\"));\n}\n",
			"Exception in thread \"main\" java.lang.ExceptionInInitializerError\n\tat java.base/java.lang.Class.forName0(Native Method)\n\tat java.base/java.lang.Class.forName(Class.java:467)\n\tat jdk.compiler/com.sun.tools.javac.launcher.Main.main(Main.java:132)\n" +
				"Caused by: java.lang.NumberFormatException: Cannot parse null string\n\tat java.base/java.lang.Integer.parseInt(Integer.java:630)\n\tat Server.<clinit>(Server.java:2)\n\t... 5 more"},
		"Java method": {"Server.java", "class Server {\n  static void main(String[] a) { var n = Integer.parseInt(System.getenv(\"POOL_SIZE\")); }\n}\n",
			"Exception in thread \"main\" java.lang.NumberFormatException: Cannot parse null string: null\n\tat java.base/java.lang.Integer.parseInt(Integer.java:630)\n\tat Server.main(Server.java:2)"},
		"Python get": {"app.py", "import os\nn = int(os.environ.get('POOL_SIZE'))\n",
			"Traceback (most recent call last):\n  File \"$DIR/app.py\", line 2, in <module>\n    n = int(os.environ.get('POOL_SIZE'))\nTypeError: int() argument must be a string, a bytes-like object or a real number, not 'NoneType'"},
		"Python getenv": {"app.py", "import os\nhosts = os.getenv('POOL_SIZE').split(',')\n",
			"Traceback (most recent call last):\n  File \"$DIR/app.py\", line 2, in <module>\n    hosts = os.getenv('POOL_SIZE').split(',')\nAttributeError: 'NoneType' object has no attribute 'split'"},
		"Ruby": {"app.rb", "require 'json'\nn = Integer(ENV['POOL_SIZE'])\n",
			"app.rb:2:in `Integer': can't convert nil into Integer (TypeError)\n\tfrom app.rb:2:in `<main>'"},
		"Ruby method": {"app.rb", "require 'json'\nn = ENV['POOL_SIZE'].split(',')\n",
			"app.rb:2:in `<main>': undefined method `split' for nil:NilClass (NoMethodError)"},
		"Go": {"main.go", "package main\n\nfunc main() {\n\tn, err := strconv.Atoi(os.Getenv(\"POOL_SIZE\"))\n\tif err != nil {\n\t\tpanic(err)\n\t}\n\tprintln(n)\n}\n",
			"panic: strconv.Atoi: parsing \"\": invalid syntax\n\ngoroutine 1 [running]:\nmain.main()\n\t$DIR/main.go:6 +0x85\nexit status 2"},
		"PHP": {"index.php", "<?php\ndeclare(strict_types=1);\n$parts = explode(',', getenv('POOL_SIZE'));\n",
			"PHP Fatal error:  Uncaught TypeError: explode(): Argument #2 ($string) must be of type string, bool given in $DIR/index.php:3\nStack trace:\n#0 $DIR/index.php(3): explode(',', false)\n#1 {main}\n  thrown in $DIR/index.php on line 3"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := failed(t, c.said, map[string]string{c.file: c.source})
			if h, _ := o.Cause(); h.Problem != "the environment variable POOL_SIZE is not set" {
				t.Errorf("%+v", h)
			}
			o = failed(t, c.said, map[string]string{c.file: c.source})
			o.Vars.Env = map[string]string{"POOL_SIZE": "12345"}
			if h, _ := o.Cause(); h.Problem == "the environment variable POOL_SIZE is not set" {
				t.Errorf("it is set: %+v", h)
			}
		})
	}
}

func TestNativeFrameIsNotTheMessage(t *testing.T) {
	t.Parallel()
	o := failed(t, "Exception in thread \"main\" java.lang.IllegalStateException: no pool\n\tat java.base/java.lang.Class.forName0(Native Method)\n\tat Server.main(Server.java:1)", map[string]string{"Server.java": "x\n"})
	if h, _ := o.Cause(); len(h.Evidence) == 0 || h.Evidence[0] != "line 1: java.lang.IllegalStateException: no pool" {
		t.Errorf("%+v", h)
	}
}
