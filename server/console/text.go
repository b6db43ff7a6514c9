package console

import (
	_ "embed"
	"fmt"
	"net/http"

	"gopkg.in/yaml.v3"

	"tijian/engine/problem"
)

//go:embed words.yaml
var wordsFile []byte

// languages, the first for who did not choose.
var languages = []string{problem.Chinese, problem.English}

// A catalogue has the words of the pages in one language by key.
type catalogue map[string]string

var words = readWords()

func readWords() map[string]catalogue {
	var file map[string]struct{ ZH, EN string }
	if err := yaml.Unmarshal(wordsFile, &file); err != nil {
		panic(fmt.Errorf("words.yaml: %w", err)) // embedded: the tests read it
	}
	zh, en := catalogue{}, catalogue{}
	for key, w := range file {
		zh[key], en[key] = w.ZH, w.EN
	}
	return map[string]catalogue{problem.Chinese: zh, problem.English: en}
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
func (v *requestContext) inOther() string {
	q := v.URL.Query()
	for _, lang := range languages {
		if lang != v.lang {
			q.Set("lang", lang)
		}
	}
	return "?" + q.Encode()
}

// language is what ?lang= or the cookie says; a choice is remembered for a year.
func (v *requestContext) language() string {
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
