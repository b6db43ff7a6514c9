package console

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"tijian/engine/problem"
	"tijian/server/audit"
	"tijian/server/console/words"
)

// Dead letters are listed without what they say of people, tried again and taken off
// the list, and the audit log knows by whom.
func TestLetters(t *testing.T) {
	b := newBench(t)
	admin := b.as("admin")
	says(t, "nothing yet", admin.get("operation/letters"), http.StatusOK, "没有死信")
	unusable := "MSH|^~\\&|LIS|LAB|TJ||20261120093000||ORU^R01|c-42|P|2.4\rPID|1||u-1||王小明||||\rOBR|1||F1|XH|||20261120083000\rOBX|1|NM|ALT||30|U/L|||||F\r"
	for _, text := range []string{unusable, "<script>"} {
		if _, err := b.Messages.Take(t.Context(), "client", []byte(text), problem.Chinese); err != nil {
			t.Fatal(err)
		}
	}
	list := admin.get("operation/letters")
	says(t, "the list", list, http.StatusOK, "LIS|LAB", "c-42", "AE", "AR", "死信 2 条", "profile.dob")
	if strings.Contains(list.Body.String(), "王小明") {
		t.Error("the page names a patient")
	}
	letters, err := b.Messages.Letters(t.Context(), 9)
	if err != nil || len(letters) != 2 {
		t.Fatal(letters, err)
	}
	for _, l := range letters {
		form := url.Values{"id": {l.ID}}
		if got := admin.post("operation/letters/replay", form); got.Code != http.StatusSeeOther {
			t.Errorf("%d %s", got.Code, got.Body)
		}
		if got := admin.post("operation/letters/drop", form); !strings.Contains(got.Header().Get("Location"), audit.LetterDropped) {
			t.Errorf("%d %s", got.Code, got.Body)
		}
		says(t, "twice", admin.post("operation/letters/drop", form), http.StatusConflict, words.In("zh")["letters.gone"])
	}
	says(t, "who did it", admin.get("operation/audit?kind=messages"), http.StatusOK, "c-42", "重试死信", "去掉死信")
	says(t, "empty again", admin.get("operation/letters?done=letter-dropped"), http.StatusOK, "没有死信", "去掉死信")
}
