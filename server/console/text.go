package console

import (
	"embed"
	"fmt"
	"net/http"

	"gopkg.in/yaml.v3"
)

//go:embed texts/zh.yaml texts/en.yaml
var textFiles embed.FS

// languages, the first for who did not choose.
var languages = []string{"zh", "en"}

// A catalogue has the words of the pages in one language by key.
type catalogue map[string]string

var words = readWords()

func readWords() map[string]catalogue {
	all := map[string]catalogue{}
	for _, lang := range languages {
		data, err := textFiles.ReadFile("texts/" + lang + ".yaml")
		if err != nil {
			panic(err) // embedded
		}
		var one catalogue
		if err := yaml.Unmarshal(data, &one); err != nil {
			panic(fmt.Errorf("texts/%s.yaml: %w", lang, err)) // the tests read it
		}
		all[lang] = one
	}
	return all
}

// say returns the words of a key, with the arguments in their places.
func (c catalogue) say(key string, args ...any) string {
	text, ok := c[key]
	if !ok {
		panic("no words for " + key) // the tests look for every key
	}
	if len(args) == 0 {
		return text
	}
	return fmt.Sprintf(text, args...)
}

const langCookie = "tijian_lang"

// inOther is the query of this page in the other language.
func (v *visit) inOther() string {
	q := v.URL.Query()
	for _, lang := range languages {
		if lang != v.lang {
			q.Set("lang", lang)
		}
	}
	return "?" + q.Encode()
}

// language is what ?lang= or the cookie says; a choice is remembered for a year.
func (v *visit) language() string {
	if chosen := v.URL.Query().Get("lang"); words[chosen] != nil {
		http.SetCookie(v.w, &http.Cookie{Name: langCookie, Value: chosen, MaxAge: 365 * 24 * 3600, Path: "/",
			HttpOnly: true, Secure: v.overTLS(), SameSite: http.SameSiteStrictMode})
		return chosen
	}
	if cookie, err := v.Cookie(langCookie); err == nil && words[cookie.Value] != nil {
		return cookie.Value
	}
	return languages[0]
}
