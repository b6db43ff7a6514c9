package console

import (
	_ "embed"
	"net/http"

	"tijian/server/console/words"
)

const langCookie = "tijian_lang"

// inOther is the query of this page in the other language.
func (v *requestContext) inOther() string {
	q := v.URL.Query()
	for _, lang := range words.Languages {
		if lang != v.lang {
			q.Set("lang", lang)
		}
	}
	return "?" + q.Encode()
}

// language is what ?lang= or the cookie says; a choice is remembered for a year.
func (v *requestContext) language() string {
	if chosen := v.URL.Query().Get("lang"); words.In[chosen] != nil {
		http.SetCookie(v.w, &http.Cookie{Name: langCookie, Value: chosen, MaxAge: 365 * 24 * 3600, Path: "/",
			HttpOnly: true, Secure: v.overTLS(), SameSite: http.SameSiteStrictMode})
		return chosen
	}
	if cookie, err := v.Cookie(langCookie); err == nil && words.In[cookie.Value] != nil {
		return cookie.Value
	}
	return words.Languages[0]
}
