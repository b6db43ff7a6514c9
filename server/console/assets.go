package console

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"mime"
	"net/http"
	"path"
	"regexp"
	"sync"
	"time"

	"tijian/engine/scale"
)

//go:embed assets
var assetFiles embed.FS

type asset struct {
	data []byte
	tag  string
}

// assets are the embedded files by name.
var assets = sync.OnceValue(func() map[string]asset {
	all := map[string]asset{}
	entries, err := assetFiles.ReadDir("assets")
	if err != nil {
		panic(err) // embedded
	}
	for _, e := range entries {
		data, err := assetFiles.ReadFile("assets/" + e.Name())
		if err != nil {
			panic(err)
		}
		sum := sha256.Sum256(data)
		all[e.Name()] = asset{data, hex.EncodeToString(sum[:8])}
	}
	return all
})

// versioned is the address of an asset; it changes with the asset, so that
// browsers need not ask again.
func versioned(name string) string { return "assets/" + name + "?v=" + assets()[name].tag }

func (c *Console) asset(v *requestContext) error {
	name := v.PathValue("name")
	if name == "colors.css" {
		return c.colors(v)
	}
	if name == "logo" && c.Logo != nil {
		v.w.Header().Set("Content-Type", http.DetectContentType(c.Logo))
		v.w.Header().Set("Cache-Control", "max-age=3600")
		_, _ = v.w.Write(c.Logo) // a client that left needs nothing
		return nil
	}
	a, ok := assets()[name]
	if !ok {
		return v.fail(http.StatusNotFound, "error.missing")
	}
	h := v.w.Header()
	h.Set("Content-Type", mime.TypeByExtension(path.Ext(name)))
	h.Set("Cache-Control", "no-cache")
	if v.URL.Query().Get("v") == a.tag {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	h.Set("ETag", `"`+a.tag+`"`)
	http.ServeContent(v.w, v.Request, "", time.Time{}, bytes.NewReader(a.data))
	return nil
}

var isHex = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)

// colors writes the colours of the rules in force as classes.
func (c *Console) colors(v *requestContext) error {
	var b bytes.Buffer
	for _, color := range c.Live.Snapshot().Rules.Colors {
		if isHex.MatchString(color.Hex) {
			fmt.Fprintf(&b, ".c%d { --level: %s; --level-ink: %s; }\n", color.Code, color.Hex, scale.Ink(color.Hex))
		}
	}
	h := v.w.Header()
	h.Set("Content-Type", "text/css; charset=utf-8")
	h.Set("Cache-Control", "no-cache")
	_, _ = v.w.Write(b.Bytes()) // a client that left needs nothing
	return nil
}
