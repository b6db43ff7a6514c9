package openapi

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/swaggest/swgui/v5/static"
)

//go:embed ui/page.html ui/page.css ui/start.js
var own embed.FS

var page = template.Must(template.ParseFS(own, "ui/page.html"))

// policy allows the page what the service itself serves and nothing else: no
// inline scripts or styles, no frames, nothing from elsewhere. Swagger UI's
// style sheet has its icons in data: addresses.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// ServePage answers with the page that shows the document in Swagger UI.
func ServePage(w http.ResponseWriter, r *http.Request) {
	// The page has two addresses, and a proxy may put the service below a
	// path: everything it needs is named relative to the page.
	data := struct{ Assets, Root, Lang string }{"docs/", "", string(language(r))}
	if strings.HasSuffix(r.URL.Path, "/") {
		data.Assets, data.Root = "", "../"
	}
	var b bytes.Buffer
	if err := page.Execute(&b, data); err != nil {
		panic(err) // the tests make the embedded page
	}
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Security-Policy", policy)
	header.Set("Referrer-Policy", "no-referrer")
	_, _ = w.Write(b.Bytes()) // a client that left needs nothing
}

// Assets are the names of the files that the page needs beside itself.
var Assets = []string{"swagger-ui.css", "swagger-ui-bundle.js", "page.css", "start.js"}

// ServeAsset answers with the asset that the path ends with.
func ServeAsset(w http.ResponseWriter, r *http.Request) {
	name := path.Base(r.URL.Path)
	a, err := assets()
	if err != nil {
		panic(err) // the tests read the embedded files
	}
	encoding := a[name].plain
	header := w.Header()
	header.Set("Content-Type", mime.TypeByExtension(path.Ext(name)))
	header.Set("Cache-Control", "no-cache") // ask whether it is still the same
	header.Set("Vary", "Accept-Encoding")
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") && a[name].gzip.data != nil {
		encoding = a[name].gzip
		header.Set("Content-Encoding", "gzip")
	}
	header.Set("ETag", encoding.tag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(encoding.data))
}

// An asset is sent packed to those who accept that.
type asset struct{ plain, gzip encoded }

type encoded struct {
	data []byte
	tag  string
}

func encode(data []byte) encoded { return encoded{data, fmt.Sprintf(`"%x"`, sha256.Sum256(data))} }

// assets reads the files once.
var assets = sync.OnceValues(func() (map[string]asset, error) {
	all := map[string]asset{}
	for _, name := range Assets {
		plain, err := own.ReadFile("ui/" + name)
		if err == nil {
			all[name] = asset{plain: encode(plain)}
			continue
		}
		packed, err := fs.ReadFile(static.FS, name+".gz")
		if err != nil {
			return nil, err
		}
		r, err := gzip.NewReader(bytes.NewReader(packed))
		if err != nil {
			return nil, err
		}
		if plain, err = io.ReadAll(r); err != nil {
			return nil, err
		}
		all[name] = asset{encode(plain), encode(packed)}
	}
	return all, nil
})
