package assess_test

import (
	"fmt"
	"time"

	"tijian/dictionaries"
	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/ruleset"
	"tijian/rules"
)

func ExampleEngine_Assess() {
	dict, problems := dictionary.Load(dictionaries.Active())
	if err := problems.Err(); err != nil {
		fmt.Println(err)
		return
	}
	set, problems := ruleset.Load(rules.FS, "", dict)
	if err := problems.Err(); err != nil {
		fmt.Println(err)
		return
	}
	result, err := assess.New(set).Assess(&assess.Request{
		Person: assess.Person{
			At:   time.Date(2026, 3, 1, 8, 30, 0, 0, time.UTC),
			Born: time.Date(1975, 6, 15, 0, 0, 0, 0, time.UTC),
			Sex:  assess.Male,
		},
		Samples: []assess.Sample{{Name: "potassium", Unit: "mmol/L", Value: 4.1}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Samples[0].Level, result.Samples[0].Ideal)
	// Output: N0 3.50-5.30
}
