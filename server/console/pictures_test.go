package console

import (
	"encoding/base64"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"tijian/server/cases"
	"tijian/server/store/storetest"
)

// Pictures that an institution keeps lie sealed, are shown to whoever began the case,
// and go with it or with age.
func TestPicturesAreKept(t *testing.T) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		b := newBenchOn(t, dsn)
		seal, err := cases.NewSeal([][]byte{[]byte(strings.Repeat("k", 32))})
		if err != nil {
			t.Fatal(err)
		}
		b.Console.cases.Seal, b.PictureDays, b.CaseDays = seal, 3, 30
		w := b.as("client")
		read := func() (at string) {
			t.Helper()
			id := w.report(png, png+"2", "%PDF-1.7 of the same report")
			b.end(id, "DONE", recognised, "")
			return "cases/" + id
		}
		at := read()
		page := w.get(at).Body.String()
		for n := range 3 {
			if !strings.Contains(page, at+"/pictures/"+strconv.Itoa(n+1)+`"`) {
				t.Errorf("picture %d is not shown:\n%s", n+1, page)
			}
		}
		for path, want := range map[string]string{"/pictures/1": png, "/pictures/2": png + "2"} {
			got := w.get(at + path)
			if got.Body.String() != want || got.Header().Get("Content-Type") != "image/png" || got.Header().Get("Cache-Control") != "no-store" {
				t.Errorf("%s: %q, %v", path, got.Body, got.Header())
			}
		}
		for _, path := range []string{"/pictures/0", "/pictures/3", "/pictures/4", "/pictures/x"} { // 3 is a PDF
			wantStatus(t, path, w.get(at+path), http.StatusNotFound)
		}
		wantStatus(t, "somebody else's", b.as("admin").get(at+"/pictures/1"), http.StatusNotFound)
		for n := range 3 {
			if kept, err := b.uploads.Picture(t.Context(), "client", strings.TrimPrefix(at, "cases/"), n+1); err != nil || strings.Contains(string(kept), "PNG") || strings.Contains(string(kept), "PDF") {
				t.Errorf("picture %d lies open: %q, %v", n+1, kept, err)
			}
		}
		// Another process wanted to take the report in as well, and was second.
		if err := b.keeper().TakeIn(t.Context(), "client", strings.TrimPrefix(at, "cases/")); err != nil {
			t.Error(err)
		}
		if err := b.keeper().Sweep(t.Context()); err != nil || b.count("uploads") != 3 {
			t.Errorf("%d pictures after the sweep, %v", b.count("uploads"), err)
		}
		w.post(at+"/state", url.Values{"do": {"delete"}})
		if n := b.count("uploads"); n != 0 {
			t.Errorf("%d pictures of a deleted case", n)
		}

		at = read()
		w.get(at)
		b.wait(3*24*time.Hour + time.Minute)
		w = b.as("client")
		if err := b.keeper().Sweep(t.Context()); err != nil || b.count("uploads") != 0 {
			t.Errorf("%d pictures after their days, %v", b.count("uploads"), err)
		}
		if page := w.get(at).Body.String(); strings.Contains(page, "/pictures/") || !strings.Contains(page, "甘油三酯") {
			t.Errorf("the case without its pictures:\n%s", page)
		}
	})
}

// A picture for lists is kept where pictures are, and only one that is small.
func TestPictureForLists(t *testing.T) {
	small := base64.StdEncoding.EncodeToString([]byte("\xff\xd8\xff\xe0 a small picture"))
	for _, test := range []struct {
		days  int
		thumb string
		want  int
	}{{0, small, http.StatusNotFound}, {3, small, http.StatusOK}, {3, "", http.StatusNotFound}, {3, "!", http.StatusNotFound}, {3, base64.StdEncoding.EncodeToString([]byte("<script>")), http.StatusNotFound},
		{3, base64.StdEncoding.EncodeToString([]byte("\xff\xd8\xff\xe0" + strings.Repeat("x", largestThumb))), http.StatusNotFound}} {
		b := newBench(t)
		b.PictureDays = test.days
		w := b.as("client")
		id := strings.TrimPrefix(w.sendForm(map[string]string{"csrf": w.token(), "thumb": test.thumb}, png).Header().Get("Location"), "./cases/")
		b.end(id, "DONE", recognised, "")
		page := w.get("cases/" + id + "/thumb")
		if wantStatus(t, "the small picture", page, test.want); test.want == http.StatusOK && page.Header().Get("Content-Type") != "image/jpeg" {
			t.Errorf("it is %s", page.Header().Get("Content-Type"))
		}
		if listed := strings.Contains(w.get("cases").Body.String(), "/thumb"); listed != (test.want == http.StatusOK) {
			t.Errorf("%+v: listed %v", test, listed)
		}
		wantStatus(t, "another's", b.as("editor").get("cases/"+id+"/thumb"), http.StatusNotFound)
	}
}
