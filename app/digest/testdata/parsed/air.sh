printf 'module shop\n\ngo 1.21\n' >go.mod
good='package main\n\nimport "fmt"\n\nfunc main() {\n\tfmt.Println("serving")\n\tselect {}\n}\n'
printf "$good" >main.go
serve air -build.delay 100 -build.bin ./tmp/main
printed "serving"
sleep 1
printf 'package main\n\nimport "fmt"\n\nfunc main() {\n\tvar n int = "tea"\n\tfmt.Println("serving", totl)\n}\n' >main.go
printed "undefined: totl"
sleep 1
printf 'package main\n\nimport "fmt"\n\nfunc main() {\n\tfmt.Println("serving"\n}\n' >main.go
printed "syntax error"
sleep 1
printf 'package main\n\nfunc main() {\n\tvar cart *struct{ items []int }\n\tprintln(len(cart.items))\n}\n' >main.go
printed "nil pointer"
sleep 2
printf "$good" >main.go
printed "serving" 2
sleep 1
finish
