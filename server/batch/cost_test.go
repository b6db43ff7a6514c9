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
	const persons = 200
	table := func(titles, row string) string {
		var b strings.Builder
		b.WriteString("体检编号,性别,年龄," + titles + "\n")
		for i := range persons {
			fmt.Fprintf(&b, "%d,男,45,%s\n", i, row)
		}
		return b.String()
	}
	for name, file := range map[string]struct {
		kind Kind
		data string
	}{
		"a row for each result":           {CSV, table("项目,结果", "空腹血糖,5")},
		"ten results in each row":         {CSV, table("空腹血糖,甘油三酯,总胆固醇,尿酸,肌酐", "5,1,4,300,70")},
		"no cell that can be read":        {CSV, table("空腹血糖,甘油三酯,总胆固醇,尿酸,肌酐", "?,?,?,?,?")},
		"lines that are no requests":      {NDJSON, strings.Repeat("1\n", persons)},
		"requests as the API takes them":  {NDJSON, strings.Repeat(`{"user_identifier":"u","samples":[]}`+"\n", persons)},
		"columns that contradict another": {CSV, table("尿酸,尿酸", "300,400")},
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
