// Command share offers the files of a folder at http://127.0.0.1:9000, so that
// a service on the same machine can fetch pictures from it.
package main

import (
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"time"
)

func main() {
	listen := flag.String("listen", "127.0.0.1:9000", "address to serve on")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: go run ./tools/share [-listen ADDR] FOLDER")
		os.Exit(2)
	}
	door, err := net.Listen("tcp", *listen)
	if err != nil {
		fmt.Fprintf(os.Stderr, "share: %v: choose another address with -listen\n", err)
		os.Exit(1)
	}
	fmt.Printf("Sharing %s at http://%s/\n", flag.Arg(0), door.Addr())
	server := &http.Server{Handler: http.FileServer(http.Dir(flag.Arg(0))), ReadHeaderTimeout: 5 * time.Second}
	fmt.Fprintln(os.Stderr, "share:", server.Serve(door))
	os.Exit(1)
}
