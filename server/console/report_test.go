package console

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"tijian/server/admission"
	"tijian/server/console/lines"
	"tijian/server/session"
	"tijian/server/store/storetest"
	"tijian/server/task"
	"tijian/server/upload"
)

const png = "\x89PNG\r\n\x1a\nnot much of a picture"

// send posts files as a browser does, the token first unless it is "".
func (w *browser) send2(token string, pictures ...string) *httptest.ResponseRecorder {
	w.t.Helper()
	return w.sendForm(map[string]string{"csrf": token}, pictures...)
}

// sendAs posts files under a number of their own.
func (w *browser) sendAs(number string, pictures ...string) *httptest.ResponseRecorder {
	w.t.Helper()
	return w.sendForm(map[string]string{"csrf": w.token(), "number": number}, pictures...)
}

func (w *browser) sendForm(fields map[string]string, pictures ...string) *httptest.ResponseRecorder {
	w.t.Helper()
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	for _, name := range []string{"csrf", "number", "thumb"} {
		if fields[name] != "" {
			_ = form.WriteField(name, fields[name])
		}
	}
	for _, picture := range pictures {
		part, err := form.CreateFormFile("picture", `"><script>alert(1)</script>.png`)
		if err != nil {
			w.t.Fatal(err)
		}
		fmt.Fprint(part, picture)
	}
	if err := form.Close(); err != nil {
		w.t.Fatal(err)
	}
	r := httptest.NewRequest("POST", "/console/cases", &b)
	r.Header.Set("Content-Type", form.FormDataContentType())
	return w.send(r)
}

func (w *browser) token() string { return session.Token(w.cookies[cookieName]) }

// report sends pictures and returns the report's id.
func (w *browser) report(pictures ...string) string {
	w.t.Helper()
	got := w.send2(w.token(), pictures...)
	id, ok := strings.CutPrefix(got.Header().Get("Location"), "./cases/")
	if !ok {
		w.t.Fatalf("the report was not taken: %d\n%s", got.Code, got.Body)
	}
	return id
}

// end gives a task its end.
func (b *bench) end(id string, status task.Status, result, fault string) {
	b.t.Helper()
	if n, err := b.DB.Exec(b.t.Context(), "UPDATE tasks SET status = ?, result = ?, error = ? WHERE id = ?", string(status), result, fault, id); err != nil || n != 1 {
		b.t.Fatal(n, err)
	}
}

func (b *bench) count(table string) (n int) {
	b.t.Helper()
	if err := b.DB.QueryRow(b.t.Context(), "SELECT count(*) FROM "+table).Scan(&n); err != nil {
		b.t.Fatal(err)
	}
	return n
}

const recognised = `{"triglycerides":[{"sim":1,"idx":0,"value":1.86,"idx_of_value":1,"coords":[[10,20,60,40],[80,22,120,41]],"name":"甘油三脂<script>","unit":"mmol/L","reference":"<1.7","flag":"H","confidence":0.999}],
	"creatinine":[{"sim":1,"idx":0,"value":88,"idx_of_value":1,"coords":[[10,50,60,70],[80,50,120,70]],"name":"肌酐","unit":"umol/L","reference":"57-97","flag":"","confidence":0.7}],
	"hba1c":[{"sim":1,"idx":0,"value":null,"idx_of_value":-1,"coords":[[10,90,60,99]],"name":"HbA1c","unit":"","reference":"","flag":"","confidence":0,"image":1}],
	"uric_acid":[{"sim":1,"idx":0,"value":357,"idx_of_value":1,"coords":[[10,120,60,129]],"name":"尿酸","unit":"mg/dL","reference":"","flag":"","confidence":0.999}]}`

// A report is sent, read, corrected, exported and assessed, on either database;
// its pictures are gone as soon as it is read.
func TestReport(t *testing.T) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		b := newBenchOn(t, dsn)
		w := b.as("client")
		id := w.report(png, png+"2")
		if n := b.count("uploads"); n != 2 {
			t.Errorf("%d pictures are kept", n)
		}
		page := w.get("cases/" + id).Body.String()
		if !strings.Contains(page, "排队中") || !strings.Contains(page, "/events") {
			t.Errorf("a report under way:\n%s", page)
		}
		b.end(id, task.Done, recognised, "")
		got := w.get("cases/" + id + "/events")
		if text := got.Body.String(); !strings.Contains(text, "event: end\ndata: 已完成\n\n") || !strings.HasPrefix(got.Header().Get("Content-Type"), "text/event-stream") {
			t.Errorf("events: %s", text)
		}
		if n := b.count("uploads"); n != 0 {
			t.Errorf("%d pictures are kept after the end", n)
		}
		got = w.get("cases/" + id)
		sound(t, "the report", got)
		page = got.Body.String()
		first, second, last := strings.Index(page, `class="what">甘油三酯`), strings.Index(page, `class="what">肌酐`), strings.Index(page, `class="what">糖化血红蛋白`)
		if first < 0 || first > second || second > last {
			t.Errorf("the lines are not in the order of the paper: %d %d %d", first, second, last)
		}
		for _, want := range []string{`data-box="10 20 120 41"`, `data-picture="1"`, "甘油三脂&lt;script&gt;", "&lt;1.7", `class="line sure"`, "请核对 70%", "没有读准"} {
			if !strings.Contains(page, want) {
				t.Errorf("the report lacks %s", want)
			}
		}
		if page := w.get("cases").Body.String(); !strings.Contains(page, "cases/"+id) || !strings.Contains(page, "2 张") {
			t.Error("the report is not listed")
		}

		fix := func(indicator, name, value string) *httptest.ResponseRecorder {
			return w.post("cases/"+id, url.Values{"indicator": {indicator}, "entry": {"0"}, name: {value}})
		}
		add := func(name, value, unit string) *httptest.ResponseRecorder {
			return w.post("cases/"+id, url.Values{"name": {name}, "value": {value}, "unit": {unit}})
		}
		wantStatus(t, "a correction", fix("hba1c", "value", "6.1"), http.StatusSeeOther)
		wantStatus(t, "a second one", fix("hba1c", "value", " ６．２ "), http.StatusSeeOther)
		wantStatus(t, "what was read", fix("creatinine", "value", "88"), http.StatusSeeOther)
		wantStatus(t, "no number", fix("creatinine", "value", "<script>"), http.StatusUnprocessableEntity)
		wantStatus(t, "no such line", fix("nothing", "value", "1"), http.StatusBadRequest)
		wantStatus(t, "not on the report", fix("triglycerides", "strike", "1"), http.StatusSeeOther)
		wantStatus(t, "another unit", fix("uric_acid", "value", "8"), http.StatusSeeOther)
		wantStatus(t, "a missed line", add("空腹血糖", "126", "mg/dL"), http.StatusSeeOther)
		wantStatus(t, "a grade", add("尿蛋白", "++", ""), http.StatusSeeOther)
		for what, one := range map[string]*httptest.ResponseRecorder{"已经有一行": add("空腹血糖", "7", ""), "不能换算": add("白蛋白", "40", "kg<b>"), "没有叫": add("空腹血塘", "7", ""), "不是数": add("白蛋白", "<b>", "")} {
			wantStatus(t, what, one, http.StatusUnprocessableEntity)
			sound(t, what, one)
			if page := one.Body.String(); !strings.Contains(page, what) || strings.Contains(page, "<b>") && !strings.Contains(page, "<b>v") {
				t.Errorf("%s is not said:\n%s", what, page)
			}
		}
		exported := func() (all map[string]lines.Labelled) {
			all = map[string]lines.Labelled{}
			for scanner := bufio.NewScanner(w.get("cases/" + id + "/labels").Body); scanner.Scan(); {
				var one lines.Labelled
				if err := json.Unmarshal(scanner.Bytes(), &one); err != nil {
					t.Fatal(err)
				}
				all[one.Indicator] = one
			}
			return all
		}
		labels := exported()
		if one := labels["hba1c"]; !one.Corrected || one.Read != nil || *one.Label != 6.2 || fmt.Sprint(one.Box) != "[10 90 60 99]" || *one.Picture != 1 {
			t.Errorf("exported: %+v", one)
		}
		if one := labels["creatinine"]; one.Corrected || *one.Read != 88 || *one.Label != 88 {
			t.Errorf("exported: %+v", one)
		}
		if one := labels["triglycerides"]; !one.Struck || *one.Read != 1.86 || one.Label != nil {
			t.Errorf("exported: %+v", one)
		}
		if one := labels["uric_acid"]; !one.Corrected || one.Unit != "mg/dL" || *one.Read != 357 || *one.Label < 475 || *one.Label > 477 {
			t.Errorf("exported in the standard unit: %+v", one)
		}
		if one := labels["fasting_glucose"]; !one.Added || one.Picture != nil || one.Read != nil || *one.Label < 6.99 || *one.Label > 7 {
			t.Errorf("exported: %+v", one)
		}
		page = w.get("cases/" + id).Body.String()
		for _, want := range []string{`<s>1.86</s>`, "已删去", "手工添加", `value="8"`, "已改正，原来读到 6.0", "合 47", `value="阳性(2&#43;)"`} {
			if !strings.Contains(page, want) {
				t.Errorf("the corrected report lacks %s", want)
			}
		}
		form := w.get("cases/" + id + "/assess").Body.String()
		if strings.Contains(form, `<td>甘油三酯<td>`) || !strings.Contains(form, `<td>空腹血糖<td>`) || !strings.Contains(form, `<td>阳性(2&#43;)<td>`) || !strings.Contains(form, `<td>mg/dL`) {
			t.Errorf("what is not on the report is assessed, or what was missed is not")
		}
		wantStatus(t, "taken back", fix("triglycerides", "restore", "1"), http.StatusSeeOther)
		added := url.Values{"indicator": {"fasting_glucose"}, "entry": {"-1"}, "strike": {"1"}}
		wantStatus(t, "an added line taken away", w.post("cases/"+id, added), http.StatusSeeOther)
		wantStatus(t, "once more", w.post("cases/"+id, added), http.StatusSeeOther)
		if labels := exported(); labels["triglycerides"].Struck || *labels["triglycerides"].Label != 1.86 || labels["fasting_glucose"].Added {
			t.Errorf("taken back: %+v", labels)
		}
		form = w.get("cases/" + id + "/assess").Body.String()
		for _, want := range []string{`<td>甘油三酯<td>1.86<td>`, `value="&lt;1.7"`, `<td>6.2<td>`} {
			if !strings.Contains(form, want) {
				t.Errorf("the form to assess lacks %s", want)
			}
		}
	})
}

// Nobody sees or changes another's report, whatever their role.
func TestReportsAreOnesOwn(t *testing.T) {
	b := newBench(t)
	id := b.as("client").report(png)
	b.end(id, task.Done, recognised, "")
	for _, name := range []string{"editor", "admin"} {
		w := b.as(name)
		for _, path := range []string{"cases/" + id, "cases/" + id + "/events", "cases/" + id + "/labels", "cases/" + id + "/answer", "cases/" + id + "/patient"} {
			wantStatus(t, name+" "+path, w.get(path), http.StatusNotFound)
		}
		wantStatus(t, name+" corrects", w.post("cases/"+id, url.Values{"indicator": {"hba1c"}, "entry": {"0"}, "value": {"1"}}), http.StatusNotFound)
		if strings.Contains(w.get("cases").Body.String(), id) {
			t.Errorf("%s sees the report in the list", name)
		}
	}
	// An open task of the API is no report.
	open := "77777777-7777-4777-8777-777777777777"
	if _, err := b.Tasks.Submit(t.Context(), task.Submission{ID: open, SubmittedID: open, ImageURL: "http://example.com/"}); err != nil {
		t.Fatal(err)
	}
	wantStatus(t, "an open task", b.as("client").get("cases/"+open), http.StatusNotFound)
	for _, odd := range []string{"x", "..%2fassess", "%00", open[:35]} {
		wantStatus(t, odd, b.as("client").get("cases/"+odd), http.StatusNotFound)
	}
}

// Hostile uploads are refused and leave nothing behind.
func TestHostileUploads(t *testing.T) {
	b := newBench(t)
	w := b.as("client")
	many := make([]string, mostPictures+1)
	for i := range many {
		many[i] = png
	}
	for name, test := range map[string]struct {
		token    string
		pictures []string
		status   int
		says     string
	}{
		"no token":          {"", []string{png}, http.StatusForbidden, "页面已过期"},
		"another's token":   {b.as("editor").token(), []string{png}, http.StatusForbidden, "页面已过期"},
		"nothing":           {w.token(), nil, http.StatusUnprocessableEntity, "请先选择图片"},
		"a page":            {w.token(), []string{"<html><script>alert(1)</script>"}, http.StatusUnprocessableEntity, "只能识别"},
		"a drawing":         {w.token(), []string{`<svg xmlns="http://www.w3.org/2000/svg">`}, http.StatusUnprocessableEntity, "只能识别"},
		"one too large":     {w.token(), []string{png + strings.Repeat("x", 1<<20)}, http.StatusUnprocessableEntity, "每张不能超过 1 MB"},
		"too many":          {w.token(), many, http.StatusUnprocessableEntity, "最多 10 张"},
		"all together":      {w.token(), []string{png, "text"}, http.StatusUnprocessableEntity, "只能识别"},
		"far too large":     {w.token(), []string{png + strings.Repeat("x", 13<<20)}, http.StatusUnprocessableEntity, "每张不能超过"},
		"good, for control": {w.token(), []string{png}, http.StatusSeeOther, ""},
	} {
		got := w.send2(test.token, test.pictures...)
		wantStatus(t, name, got, test.status)
		if page := got.Body.String(); !strings.Contains(page, test.says) || strings.Contains(page, "<script>alert") {
			t.Errorf("%s: %s", name, page)
		}
	}
	if n, m := b.count("uploads"), b.count("tasks"); n != 1 || m != 1 {
		t.Errorf("%d pictures and %d tasks are left", n, m)
	}
	// Who sends as much as one may waits, and nobody else does, nor who has not shown
	// the token.
	b.uploading = admission.New(admission.Options{Room: slots.Room, Each: slots.Each, Wait: time.Millisecond, Waiting: slots.Waiting})
	for range slots.Each {
		slot, err := b.uploading.Enter(t.Context(), admission.User("client"), 1)
		if err != nil {
			t.Fatal(err)
		}
		defer slot.Leave()
	}
	wantStatus(t, "while the user's own come", w.send2(w.token(), png), http.StatusServiceUnavailable)
	wantStatus(t, "without a token meanwhile", w.send2("", png), http.StatusForbidden)
	editor := b.as("editor")
	wantStatus(t, "while others send", editor.send2(editor.token(), png), http.StatusSeeOther)
	b.uploads.Quota = upload.Quota{All: 1}
	full := editor.send2(editor.token(), png)
	wantStatus(t, "beyond the quota", full, http.StatusServiceUnavailable)
	if !strings.Contains(full.Body.String(), "占满了空间") {
		t.Errorf("beyond the quota: %s", full.Body)
	}
	for _, body := range []string{"", "--x\r\n", "--x\r\nContent-Disposition: form-data; name=\"picture\"\r\n\r\n"} {
		r := httptest.NewRequest("POST", "/console/cases", strings.NewReader(body))
		r.Header.Set("Content-Type", "multipart/form-data; boundary=x")
		if got := w.send(r); got.Code < 400 || got.Code >= 500 {
			t.Errorf("%q: %d", body, got.Code)
		}
	}
}

// Failed reports say why; pictures and corrections do not outlive their task.
func TestReportEnds(t *testing.T) {
	b := newBench(t)
	w := b.as("client")
	failed, waiting := w.report(png), w.report(png)
	b.end(failed, task.Failed, "", "IMAGE_PIXEL_ERROR: resolution 42 PPI <b>")
	page := w.get("cases/" + failed).Body.String()
	if !strings.Contains(page, "42 PPI &lt;b&gt;") || !strings.Contains(page, "没有识别成功。图片太小") {
		t.Errorf("%s", page)
	}
	for fault, want := range map[string]string{"img_urls[0]: " + upload.Gone: "已经删除", "900.0 megapixels, at most 100": "像素太多"} {
		unread := w.report(png)
		b.end(unread, task.Failed, "", "IMAGE_FETCH_ERROR: "+fault)
		answers(t, fault, w.get("cases/"+unread), "没有识别成功。图片", want)
		if err := b.cases.Delete(t.Context(), "client", unread); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.keeper().Sweep(t.Context()); err != nil || b.count("uploads") != 1 {
		t.Errorf("the failed report's picture is kept: %v", err)
	}
	b.wait(upload.Longest + time.Second)
	if err := b.keeper().Sweep(t.Context()); err != nil || b.count("uploads") != 0 {
		t.Errorf("an old picture is kept: %v", err)
	}
	if _, err := (upload.Fetcher{Store: b.uploads}).Picture(t.Context(), "tijian-upload:"+waiting, nil); err == nil || !strings.Contains(err.Error(), "deleted") {
		t.Errorf("a deleted picture: %v", err)
	}
	b.end(waiting, task.Done, `{}`, "")
	if page := w.get("cases/" + waiting).Body.String(); page != "" && !strings.Contains(page, `href="./login?`) && !strings.Contains(page, "没有找到") {
		t.Errorf("an empty report:\n%s", page)
	}
	if err := b.keeper().Sweep(t.Context()); err != nil { // takes in what was read meanwhile
		t.Fatal(err)
	}
	b.wait(12*time.Hour + time.Second)
	if err := b.keeper().Sweep(t.Context()); err != nil || b.count("cases") != 0 || b.count("tasks") != 0 {
		t.Errorf("%d cases and %d tasks outlive the day: %v", b.count("cases"), b.count("tasks"), err)
	}
}
