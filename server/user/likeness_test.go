package user

import (
	"strings"
	"testing"

	"tijian/server/store/storetest"
)

// A new user's name is refused where people would take it for another's, and the
// name that it looks like is told.
func TestNamesThatLookAlike(t *testing.T) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		u := openUsers(t, dsn)
		for _, name := range []string{"admin", "王医生", "Bill 10", "modern", "Марья", "José"} {
			must(t, u.Add(t.Context(), name, "pw", Client))
		}
		for name, says := range map[string]string{
			"Admin":                "admin",
			"ａｄｍｉｎ":                "admin",
			"adm\u0456n":           "several scripts", // a Cyrillic letter
			"\u0430dmin":           "several scripts",
			"αdmin":                "several scripts",
			"adm1n":                "admin",
			"admln":                "admin",
			"a\u00addmin":          "printable", // a soft hyphen
			"admin\ufe0f":          "admin",     // a variation selector
			"BilI lo":              "Bill 10",
			"modem":                "modern",
			"\u738b\u533b\u751f ｘ": "",
			"王 医生":                 "王医生",
			"jose\u0301":           "José",
			"jose":                 "",
			"марья":                "Марья",
			"王医生2":                 "",
			"李医生":                  "",
			"さとう佐藤サトウ":             "",
			"ياسين":                "",
			"ياسينa":               "several scripts",
		} {
			err := u.Add(t.Context(), name, "pw", Client)
			if says == "" && err != nil || says != "" && (err == nil || !strings.Contains(err.Error(), says)) {
				t.Errorf("%+q: %v, want %q", name, err, says)
			}
		}
	})
}
