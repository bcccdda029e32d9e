printf 'module shop\n\ngo 1.21\n' >go.mod
mkdir cart
printf 'package cart\n\nfunc Total(items []int) string { return len(items) }\n\ntype Priced interface{ Price() int }\n\nvar _ Priced = Item{}\n\ntype Item struct{}\n' >cart/cart.go
printf 'package main\n\nimport (\n\t"fmt"\n\t"shop/cart"\n\t"github.com/none/none"\n)\n\nfunc main() {\n\tfmt.Printf("%%d\\n", "tea")\n\tcart.Total(nil)\n}\n' >main.go
once go build ./...
sed -i '/github.com/d' main.go
once go build ./...
sed -i 's/return len(items)/return "x"/; /var _/d' cart/cart.go
once go vet ./...
cat >main.go <<'GO'
package main

import (
	"log"
	"os"
	"sync"
)

func main() {
	var mu sync.Mutex
	defer log.Println("never: error is a word")
	if _, err := os.Open("none.yml"); err != nil {
		log.Printf("config: %v", err)
	}
	go func() { mu.Unlock() }()
	log.Fatalf("cannot start: %v", os.ErrPermission)
}
GO
once go run .
