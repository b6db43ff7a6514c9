package assess_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tijian/engine/assess"
	"tijian/engine/population"
	"tijian/engine/ruleset"
)

func TestProbe(t *testing.T) {
	set := newest(t)
	model, list := population.Adults(set.Dictionary)
	if len(list) > 0 {
		t.Fatal(list)
	}
	e := assess.New(set)
	n := map[string]int{}
	for r := range model.Requests(10000, 7) {
		r.NoTrace = false
		got, err := e.Assess(r)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range got.Doubts {
			if n[d.Rule]++; n[d.Rule] < 3 {
				for _, i := range d.Samples {
					fmt.Print(r.Samples[i].Name, " ", r.Samples[i].Value, " ", r.Samples[i].Unit, "; ")
				}
				fmt.Println(d.Rule)
			}
		}
	}
	t.Log(n)
	_ = math.Pi
	_ = rand.N[int]
	_ = slices.Max[[]int]
	_ = strings.Cut
	_ = time.Now
	_ = ruleset.LevelContradicted
}
