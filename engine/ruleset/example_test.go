package ruleset_test

import (
	"fmt"

	"tijian/dictionaries"
	"tijian/engine/dictionary"
	"tijian/engine/ruleset"
	"tijian/rules"
)

// The version that rules/current.yaml names, with the words of a level.
func ExampleLoad() {
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
	high := set.Level("H4")
	fmt.Println(high.ID, high.Color)
	// Output: H4 5
}
