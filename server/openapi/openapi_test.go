package openapi

import (
	"bytes"
	"errors"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/getkin/kin-openapi/openapi3"
	"gopkg.in/yaml.v3"

	"tijian/ocr/evidence"
)

var (
	languages = []Language{English, Chinese}
	sample    = Catalogue{
		Indicators: []Indicator{{"potassium", "钾", []string{"mmol/L", "mEq/L"}}, {"hbs_antigen", "乙肝|表面", []string{""}}},
		Risks:      []Risk{{"dyslipidaemia", "血脂异常"}},
	}
)

func document(t *testing.T, language Language, c Catalogue) []byte {
	t.Helper()
	data, err := Document(language, c)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func load(t *testing.T, language Language) *openapi3.T {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(document(t, language, sample))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// Valid includes every example against its schema.
func TestDocumentIsValid(t *testing.T) {
	for _, language := range languages {
		if err := load(t, language).Validate(t.Context()); err != nil {
			t.Errorf("%s: %v", language, err)
		}
	}
}

// An unquoted comma in a flow map cuts a text and leaves a key without a value.
func TestKeysHaveValues(t *testing.T) {
	var file yaml.Node
	if err := yaml.Unmarshal(source, &file); err != nil {
		t.Fatal(err)
	}
	var walk func(key string, n *yaml.Node)
	walk = func(key string, n *yaml.Node) {
		if n.Tag == "!!null" && key != "layout" && key != "callback_url" {
			t.Errorf("openapi.yaml:%d: %s has no value", n.Line, key)
		}
		for name, value := range members(n) {
			walk(name, value)
		}
		for _, item := range sequence(n) {
			walk(key, item)
		}
	}
	walk("", file.Content[0])
}

// Every translation is in Chinese and of a text that the document has; that no
// text lacks one, Document itself sees.
func TestTranslations(t *testing.T) {
	var file yaml.Node
	if err := yaml.Unmarshal(source, &file); err != nil {
		t.Fatal(err)
	}
	said := map[string]bool{}
	if err := texts(file.Content[0], func(n *yaml.Node) error {
		for _, p := range strings.Split(strings.TrimSpace(n.Value), "\n\n") {
			said[p] = true
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	var pairs []struct{ EN, ZH string }
	if err := yaml.Unmarshal(chinese, &pairs); err != nil {
		t.Fatal(err)
	}
	for _, pair := range pairs {
		if !said[strings.TrimSpace(pair.EN)] {
			t.Errorf("zh.yaml translates what openapi.yaml does not say, or says it twice: %s", pair.EN)
		}
		delete(said, strings.TrimSpace(pair.EN))
		if !strings.ContainsFunc(pair.ZH, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
			t.Errorf("no Chinese: %s", pair.ZH)
		}
	}
}

// The languages differ in nothing but texts.
func TestLanguages(t *testing.T) {
	var bare [2]bytes.Buffer
	for i, language := range languages {
		var file yaml.Node
		if err := yaml.Unmarshal(document(t, language, sample), &file); err != nil {
			t.Fatal(err)
		}
		err := texts(file.Content[0], func(n *yaml.Node) error { n.SetString(""); return nil })
		if err := errors.Join(err, writeJSON(&bare[i], file.Content[0])); err != nil {
			t.Fatal(err)
		}
	}
	if bare[0].String() != bare[1].String() {
		t.Error("the documents differ in more than their texts")
	}
}

func TestCatalogue(t *testing.T) {
	schemas := load(t, English).Components.Schemas
	for schema, want := range map[string]string{
		"IndicatorName": "| `potassium` | 钾 | mmol/L | mEq/L |\n| `hbs_antigen` | 乙肝\\|表面 |  |  |\n",
		"RiskID":        "| `dyslipidaemia` | 血脂异常 |\n",
	} {
		if got := schemas[schema].Value.Description; !strings.HasSuffix(got, want) {
			t.Errorf("%s ends with %q", schema, got)
		}
	}
}

// TestBasis: the document lists the facts that a value rests on, with their
// codes.
func TestBasis(t *testing.T) {
	properties := load(t, English).Components.Schemas["Basis"].Value.Properties
	for _, q := range evidence.Questions {
		property := properties[string(q.Fact)]
		if property == nil {
			t.Errorf("%s is missing", q.Fact)
			continue
		}
		var codes []string
		for _, code := range property.Value.Enum {
			codes = append(codes, code.(string))
		}
		want := q.Codes
		if q.Fact == evidence.Readers {
			want = append(slices.Clone(want), evidence.FromText)
		}
		if !slices.Equal(codes, want) {
			t.Errorf("%s: got %q, want %q", q.Fact, codes, want)
		}
	}
	if len(properties) != len(evidence.Questions) {
		t.Errorf("%d facts, want %d", len(properties), len(evidence.Questions))
	}
}

func TestCurl(t *testing.T) {
	paths := load(t, Chinese).Paths
	const fence = "\n\n```sh\ncurl -s http://127.0.0.1:8080"
	for path, want := range map[string]string{
		"/rules/reload": fence + "/rules/reload -H \"Authorization: Bearer $TIJIAN_RELOAD_TOKEN\" -X POST\n```",
		"/api/keywords": fence + "/api/keywords -H \"Authorization: JWT $TOKEN\" -H 'Content-Type: application/json' -d '" +
			`{"context":"report/disease","text":"甲状腺右叶结节，TI-RADS 3类。脂肪肝可能。未见胆囊结石。"}` + "'\n```",
	} {
		if got := paths.Value(path).Post.Description; !strings.HasSuffix(got, want) {
			t.Errorf("%s ends with %q", path, got)
		}
	}
	const task = fence + "/tasks/0d6f7a3e-6c0b-5b1f-9f0e-3a1d2c4b5e6f -H \"Authorization: JWT $TOKEN\"\n```"
	if got := paths.Value("/tasks/{task_id}").Get.Description; !strings.HasSuffix(got, task) {
		t.Errorf("a task's description ends with %q", got)
	}
}

// A reload makes the document anew; without one it is made once.
func TestContractFollowsRules(t *testing.T) {
	now := Catalogue{Hash: "a"}
	c := NewContract(func() Catalogue { return now })
	ask := func(query string) string {
		rec := httptest.NewRecorder()
		c.ServeJSON(rec, httptest.NewRequest("GET", "/openapi.json"+query, nil))
		if rec.Header().Get("Content-Type") != "application/json" || !bytes.HasPrefix(rec.Body.Bytes(), []byte(`{"openapi":"3.1.0",`)) {
			t.Errorf("%v %.80s", rec.Header(), rec.Body)
		}
		return rec.Body.String()
	}
	before := ask("")
	now = Catalogue{Hash: "b", Risks: sample.Risks}
	if after := ask("?lang=fr"); strings.Contains(before, "dyslipidaemia` |") || !strings.Contains(after, "dyslipidaemia` |") {
		t.Error("the document does not list the risks of the rules in force")
	}
	if !strings.Contains(ask("?lang=zh"), `"summary":"登录"`) {
		t.Error("the document is not in Chinese")
	}
}

// A reader of the contract is told what everything means.
func TestEverythingIsDescribed(t *testing.T) {
	doc := load(t, English)
	for name, schema := range doc.Components.Schemas {
		for field, property := range schema.Value.Properties {
			if property.Value.Description == "" && property.Ref == "" {
				t.Errorf("%s.%s has no description", name, field)
			}
		}
	}
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			if op.Summary == "" || op.OperationID == "" || len(op.Tags) != 1 || op.Security == nil {
				t.Errorf("%s %s lacks a summary, an id, its one tag or its security", method, path)
			}
			for status, response := range op.Responses.Map() {
				if response.Value.Headers["X-Request-ID"] == nil {
					t.Errorf("%s %s %s does not promise X-Request-ID", method, path, status)
				}
			}
		}
	}
}

// What generators of clients stumble over: a number without a format is a
// float32 in Go, a property with a default is required in TypeScript. make
// clients generates and compiles them.
func TestForGenerators(t *testing.T) {
	var walk func(at string, n *yaml.Node)
	walk = func(at string, n *yaml.Node) {
		for key, value := range members(n) {
			walk(at+"."+key, value)
		}
		for _, item := range sequence(n) {
			walk(at, item)
		}
		if kind := child(n, "type"); kind != nil && (kind.Value == "number" || slices.ContainsFunc(kind.Content, func(k *yaml.Node) bool { return k.Value == "number" })) && child(n, "format") == nil {
			t.Errorf("%s is a number without a format", at)
		}
		if child(n, "default") != nil && child(n, "type") != nil {
			t.Errorf("%s has a default; say it in the description", at)
		}
	}
	var file yaml.Node
	if err := yaml.Unmarshal(source, &file); err != nil {
		t.Fatal(err)
	}
	walk("", child(file.Content[0], "components"))
	walk("", child(file.Content[0], "paths"))
}

func TestUnreferencedComponents(t *testing.T) {
	doc := load(t, English)
	for name := range doc.Components.Schemas {
		if !bytes.Contains(source, []byte("#/components/schemas/"+name+`"`)) {
			t.Errorf("schema %s is used nowhere", name)
		}
	}
}
