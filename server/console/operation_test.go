package console

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"tijian/server/store/storetest"
	"tijian/server/task"
)

func TestOperation(t *testing.T) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		b := newBenchOn(t, dsn)
		w := b.as("client")
		for i, end := range []struct {
			status task.Status
			fault  string
		}{{task.Failed, "IMAGE_PIXEL_ERROR: resolution 42 PPI"}, {task.Failed, "IMAGE_PIXEL_ERROR: resolution 43 PPI"}, {task.Failed, "OCR_ERROR: <b>"}, {task.Done, ""}, {task.Created, ""}} {
			id := w.report(png)
			b.end(id, end.status, "{}", end.fault)
			if end.status != task.Created {
				if _, err := b.DB.Exec(t.Context(), "UPDATE tasks SET ended_at = created_at + ? WHERE id = ?", int64(i+1)*1_000_000, id); err != nil {
					t.Fatal(err)
				}
			}
		}
		got := b.as("admin").get("operation")
		wantStatus(t, "the page", got, http.StatusOK)
		sound(t, "the page", got)
		for _, want := range []string{"IMAGE_PIXEL_ERROR</dt><dd>2<", "OCR_ERROR</dt><dd>1<", "最近 4 个任务用时", "一半在 3s 以内", "审批", live().Last().Hash} {
			if !strings.Contains(got.Body.String(), want) {
				t.Errorf("the page lacks %q", want)
			}
		}
	})
}

// Ten thousand tasks and many users change nothing about how a page is shown.
func TestManyTasks(t *testing.T) {
	b := newBench(t)
	var values []string
	for i := range 10_000 {
		values = append(values, fmt.Sprintf("('client', 'id%d', 'id%[1]d', 'http://example.com/', 1, 'ERROR', 'OCR_ERROR: %[1]d', 1, %[1]d, 1)", i))
	}
	if _, err := b.DB.Exec(t.Context(), "INSERT INTO tasks (owner, id, submitted_id, image_url, created_at, status, error, job_id, turn, ended_at) VALUES "+strings.Join(values, ", ")); err != nil {
		t.Fatal(err)
	}
	got := b.as("admin").get("operation")
	sound(t, "the page", got)
	if !strings.Contains(got.Body.String(), "OCR_ERROR</dt><dd>10000<") {
		t.Error("not all are counted")
	}
}

func TestQuality(t *testing.T) {
	got := newBench(t).as("editor").get("quality")
	sound(t, "the page", got)
	for _, want := range []string{"规则 " + live().Last().Version, "等待签字", "发布记录", "变异得分"} {
		if !strings.Contains(got.Body.String(), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}
