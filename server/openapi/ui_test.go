package openapi

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http/httptest"
	"path"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// Everything that the page names is one of its assets or the document, under
// both addresses of the page, and nothing stands in it that the policy forbids.
func TestPage(t *testing.T) {
	for _, address := range []string{"/docs", "/docs/", "/below/docs?lang=zh"} {
		rec := httptest.NewRecorder()
		ServePage(rec, httptest.NewRequest("GET", address, nil))
		root, err := html.Parse(rec.Body)
		if err != nil {
			t.Fatal(err)
		}
		named := 0
		for n := range root.Descendants() {
			if n.Type == html.ElementNode && (n.Data == "style" || n.Data == "script" && n.FirstChild != nil) {
				t.Errorf("inline %s", n.Data)
			}
			for _, a := range n.Attr {
				switch {
				case a.Key == "style" || strings.HasPrefix(a.Key, "on"):
					t.Errorf("attribute %s", a.Key)
				case a.Key == "data-document":
					if got := resolve(address, a.Val); got != "/openapi.json" && got != "/below/openapi.json" {
						t.Errorf("%s: the document is looked for at %s", address, got)
					}
				case (a.Key == "src" || a.Key == "href") && n.Data != "a" && a.Val != "data:,":
					got := resolve(address, a.Val)
					if !slices.Contains(Assets, path.Base(got)) || path.Base(path.Dir(got)) != "docs" {
						t.Errorf("%s: %s leads nowhere", address, got)
					}
					named++
				}
			}
		}
		if named != len(Assets) {
			t.Errorf("the page names %d assets of %d", named, len(Assets))
		}
		csp := rec.Header().Get("Content-Security-Policy")
		if !strings.HasPrefix(csp, "default-src 'none'; ") || strings.Contains(csp, "unsafe") {
			t.Errorf("policy %s", csp)
		}
	}
}

// resolve follows a relative address as a browser does.
func resolve(page, link string) string {
	page, _, _ = strings.Cut(page, "?")
	link, _, _ = strings.Cut(link, "?")
	return path.Join(page[:strings.LastIndex(page, "/")+1], link)
}

func TestAssets(t *testing.T) {
	for _, name := range Assets {
		get := func(header ...string) *httptest.ResponseRecorder {
			r := httptest.NewRequest("GET", "/docs/"+name, nil)
			for i := 0; i < len(header); i += 2 {
				r.Header.Set(header[i], header[i+1])
			}
			rec := httptest.NewRecorder()
			ServeAsset(rec, r)
			return rec
		}
		plain, packed := get(), get("Accept-Encoding", "gzip, br")
		body := packed.Body.Bytes()
		if packed.Header().Get("Content-Encoding") == "gzip" {
			r, err := gzip.NewReader(packed.Body)
			if err != nil {
				t.Fatal(err)
			}
			if body, err = io.ReadAll(r); err != nil {
				t.Fatal(err)
			}
		}
		if plain.Code != 200 || packed.Code != 200 || len(body) == 0 || !bytes.Equal(body, plain.Body.Bytes()) {
			t.Errorf("%s: %d and %d bytes, packed %d", name, plain.Code, plain.Body.Len(), len(body))
		}
		want := map[string]string{".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}[path.Ext(name)]
		if got := plain.Header().Get("Content-Type"); got != want {
			t.Errorf("%s is %s", name, got)
		}
		if again := get("If-None-Match", plain.Header().Get("ETag")); again.Code != 304 {
			t.Errorf("%s: unchanged, but answered %d", name, again.Code)
		}
	}
}
