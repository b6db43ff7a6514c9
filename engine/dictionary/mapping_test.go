package dictionary

import (
	"strings"
	"testing"
)

// A site's own codes are found by system and code, or by code alone; whatever is
// wrong with the file is said with line and column.
func TestMapped(t *testing.T) {
	d := draft(t)
	with, list := d.Mapped("codes.csv", []byte("\xef\xbb\xbfsystem,code,indicator,unit\n99LAB,101,alt,U/L\n,202,空腹血糖,mg/dL\n99LAB,202,fasting_glucose,\nurn:x, 303 ,肌酐,umol/L\n"))
	if len(list) > 0 {
		t.Fatal(list)
	}
	for _, c := range []struct{ system, code, name, unit string }{
		{"99lab", "101", "alt", "U/L"}, {"99LAB", "202", "fasting_glucose", ""}, {"other", "202", "fasting_glucose", "mg/dL"}, {"", "202", "fasting_glucose", "mg/dL"},
		{"urn:x", "303", "creatinine", "umol/L"}, {"other", "101", "", ""}, {"", "", "", ""},
	} {
		i, unit, ok := with.OfSite(c.system, c.code)
		if ok != (c.name != "") || ok && i.Name != c.name || unit != c.unit {
			t.Errorf("%s %s: %v in %q", c.system, c.code, i, unit)
		}
	}
	if _, _, ok := d.OfSite("99LAB", "101"); ok {
		t.Error("the dictionary itself was changed")
	}
	const header = "system,code,indicator,unit\n"
	for text, where := range map[string]string{
		"": "codes.csv", "code,indicator\n": "codes.csv:1:1", header + "a,b,alt\n": "codes.csv:2:1", header + "a,,alt,\n": "codes.csv:2:3",
		header + "a,1,alt,\na,2,不知道,\n": "codes.csv:3:5", header + "a,1,alt,mg/dL\n": "codes.csv:2:9", header + "a,1,alt,\n\na,1,ast,\n": "codes.csv:4:3",
		header + "a,\"1,alt,\n": "codes.csv:2:11", header + "a,\xff,alt,\n": "codes.csv",
	} {
		with, list := d.Mapped("codes.csv", []byte(text))
		if with != nil || len(list) != 1 || !strings.HasPrefix(list[0].Place.String(), where) {
			t.Errorf("%q: %v, not at %s", text, list, where)
		}
	}
}
