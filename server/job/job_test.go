package job

import (
	"errors"
	"testing"
)

// A job tells how far it has come, is not begun twice, and its outcome is kept
// until another ends; a panic is its error.
func TestJobs(t *testing.T) {
	var s Jobs[string]
	proceed, said := make(chan struct{}), make(chan struct{})
	j, begun := s.Begin(&Job[string]{Version: "v", Act: "check", Until: "typed"}, func(told func(Progress)) (string, error) {
		told(Progress{"reading", 3, 10})
		close(said)
		<-proceed
		return "done", nil
	})
	<-said
	if st := j.State(); !begun || !st.Running || st.Run != 3 || st.Stage != "reading" || st.Outcome != "typed" {
		t.Errorf("%v %+v", begun, st)
	}
	if same, begun := s.Begin(&Job[string]{Version: "v", Act: "check"}, nil); begun || same != j {
		t.Error("begun twice")
	}
	other, begun := s.Begin(&Job[string]{Version: "v", Act: "check", Stamp: "changed"}, func(func(Progress)) (string, error) { panic("oh") })
	<-other.Ended
	if st := other.State(); !begun || st.Err == nil || st.Running {
		t.Errorf("a panic: %v %+v", begun, st)
	}
	close(proceed)
	<-j.Ended
	if st := j.State(); st.Outcome != "done" || st.Err != nil {
		t.Errorf("%+v", st)
	}
	last, _ := s.Begin(&Job[string]{Version: "w"}, func(func(Progress)) (string, error) { return "", errors.New("no") })
	<-last.Ended
	if s.Find("v", "") != nil || s.Find("", "") != last || last.State().Err == nil {
		t.Error("not just the last outcome is kept")
	}
	if s.Forget("w", ""); s.Find("", "") != nil {
		t.Error("an outcome is not forgotten")
	}
}

// Of jobs that are alone one is under way at a time.
func TestAlone(t *testing.T) {
	s := Jobs[int]{Alone: true}
	proceed := make(chan struct{})
	j, _ := s.Begin(&Job[int]{Version: "v"}, func(func(Progress)) (int, error) { <-proceed; return 1, nil })
	if other, begun := s.Begin(&Job[int]{Version: "w"}, nil); begun || other != j {
		t.Error("two at a time")
	}
	close(proceed)
	<-j.Ended
}
