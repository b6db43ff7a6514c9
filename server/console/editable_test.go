package console

import (
	"net/http"
	"testing"

	"tijian/server/audit"
)

// The rules within the program are explained to those who would edit them, and an
// administrator makes them editable by one press.
func TestEmbeddedRules(t *testing.T) {
	b := newBench(t)
	made := 0
	b.Options.Editable = &Editable{Made: func() bool { return made > 0 }, Make: func() error { made++; return nil }}
	says(t, "a client", b.as("client").get("rules"), http.StatusOK, "空腹血糖")
	says(t, "an editor", b.as("editor").get("rules"), http.StatusOK, "程序自带的规则", "请管理员在这一页上")
	w := b.as("admin")
	says(t, "an administrator", w.get("rules"), http.StatusOK, "做成可以修改的规则</button>")
	for range 2 {
		wantStatus(t, "made", w.post("rules/folder", nil), http.StatusSeeOther)
	}
	says(t, "afterwards", w.get("rules"), http.StatusOK, "已经做好。请重新启动服务")
	entries, err := b.Audit.List(t.Context(), audit.Filter{Kind: audit.Drafts, Most: 5})
	if err != nil || len(entries) != 1 || entries[0].Event != audit.RulesUnpacked || made != 1 {
		t.Errorf("made %d times, %+v, %v", made, entries, err)
	}
	b.Options.Editable = nil
	says(t, "several processes", w.post("rules/folder", nil), http.StatusConflict, "几个进程")
}
