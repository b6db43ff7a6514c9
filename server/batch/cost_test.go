package batch

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"tijian/engine/intake"
)

// What is reckoned for a file that has been read is what it takes, or more.
func TestCost(t *testing.T) {
	s := snapshot()
	const persons = 1000
	result := strings.Builder{}
	result.WriteString("体检编号,性别,年龄,项目,结果\n")
	for i := range persons {
		fmt.Fprintf(&result, "%d,男,45,空腹血糖,5\n", i)
	}
	for name, file := range map[string]struct {
		kind Kind
		data string
	}{
		"a row for each result":           {CSV, result.String()},
		"ten results in each row":         {CSV, "体检编号,性别,年龄,空腹血糖,甘油三酯,总胆固醇,尿酸,肌酐\n" + strings.Repeat("1,男,45,5,1,4,300,70\n", persons)},
		"no cell that can be read":        {CSV, "体检编号,性别,年龄,空腹血糖,甘油三酯,总胆固醇,尿酸,肌酐\n" + strings.Repeat("1,男,45,?,?,?,?,?\n", persons)},
		"lines that are no requests":      {NDJSON, strings.Repeat("1\n", persons)},
		"requests as the API takes them":  {NDJSON, strings.Repeat(`{"user_identifier":"u","samples":[]}`+"\n", persons)},
		"columns that contradict another": {CSV, "体检编号,性别,年龄,尿酸,尿酸\n" + strings.Repeat("1,男,45,300,400\n", persons)},
	} {
		t.Run(name, func(t *testing.T) {
			data := []byte(file.data)
			allocated := func() int64 {
				runtime.GC()
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				return int64(m.HeapAlloc)
			}
			before := allocated()
			read, _, wrong := read(file.kind, data, intake.Options{Dictionary: s.Dictionary, Namespace: "batch"})
			took := allocated() - before
			if wrong != nil || read.Len() != persons {
				t.Fatal(read.Len(), wrong)
			}
			if reckoned := held(read); took > reckoned || reckoned > file.kind.cost(len(data)) {
				t.Errorf("takes %d bytes, %d are reckoned, and %d while it is read", took, reckoned, file.kind.cost(len(data)))
			}
			runtime.KeepAlive(read)
		})
	}
}
