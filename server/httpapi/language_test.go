package httpapi

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/gin-gonic/gin"
)

// Who reads English rather than Chinese, by the weights of Accept-Language.
func TestLanguage(t *testing.T) {
	for _, test := range []struct {
		headers []string
		english bool
	}{
		{nil, false},
		{[]string{""}, false},
		{[]string{"en"}, true},
		{[]string{"en-GB"}, true},
		{[]string{"EN_us"}, true},
		{[]string{"zh-CN,zh;q=0.9,en;q=0.8"}, false},
		{[]string{"zh-Hant-TW, en;q=0.9"}, false},
		{[]string{"zh;q=0.2, en;q=0.7"}, true},
		{[]string{"zh;q=0, en;q=0.1"}, true},
		{[]string{"en;q=0"}, false},
		{[]string{"en;q=0, zh"}, false},
		{[]string{"zh", "en;q=0.5"}, false},
		{[]string{"fr", "en;q=0.5"}, true},
		{[]string{"fr, de;q=0.5"}, false},
		{[]string{"fr;q=0.9, zh;q=0.1, en;q=0.2"}, true},
		{[]string{"*"}, false},
		{[]string{"en;q=x"}, false},
		{[]string{";;, ,="}, false},
	} {
		c, _ := gin.CreateTestContext(httptest.NewRecorder())
		c.Request = httptest.NewRequest(http.MethodGet, "/", http.NoBody)
		for _, h := range test.headers {
			c.Request.Header.Add("Accept-Language", h)
		}
		if got := english(c); got != test.english {
			t.Errorf("%q: English %v", test.headers, got)
		}
	}
}
