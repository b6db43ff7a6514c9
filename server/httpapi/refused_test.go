package httpapi

import (
	"fmt"
	"testing"
)

// What may pass is refused with a reason and the time to come back.
func TestRefusedTasks(t *testing.T) {
	var all []scenario
	for host, want := range map[string]struct {
		status int
		after  string
		detail string
	}{
		"many.example": {429, "30", "too many of your tasks are unfinished; wait for some to end"},
		"full.example": {503, "30", "the queue is full; try again later"},
		"away.example": {503, "5", "the database cannot be used: it cannot be reached; try again later"},
		"slow.example": {503, "5", "the database cannot be used: it did not answer in time; try again later"},
		"disk.example": {503, "5", "the database cannot be used: its disk is full; try again later"},
		"copy.example": {503, "5", "the database cannot be used: it can only be read; try again later"},
	} {
		all = append(all, scenario{name: host, path: "/tasks/", body: `{"task_id":"` + newID + `","img_url":"http://` + host + `/"}`,
			status: want.status, want: fmt.Sprintf(`{"detail":%q}`, want.detail), headers: map[string]string{"Retry-After": want.after}})
	}
	run(t, newBench(t, nil), all)
}
