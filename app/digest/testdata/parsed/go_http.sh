printf 'module shop\n\ngo 1.22\n' >go.mod
cat >main.go <<'GO'
package main

import (
	"log"
	"log/slog"
	"net/http"
	"os"
)

func main() {
	http.HandleFunc("/cart", func(w http.ResponseWriter, r *http.Request) {
		var list []string
		_ = list[len(r.URL.Path)]
	})
	http.HandleFunc("/slog", func(w http.ResponseWriter, r *http.Request) {
		slog.New(slog.NewJSONHandler(os.Stdout, nil)).Error("charge failed", "order", 17, "err", "card declined")
		slog.New(slog.NewTextHandler(os.Stdout, nil)).Error("charge failed twice", "order", 18, "err", "card declined")
		slog.New(slog.NewTextHandler(os.Stdout, nil)).Info("no error here", "errors", 0)
	})
	log.Println("listening")
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
GO
serve go run .
printed listening
get /cart
get /cart
get /slog
finish
