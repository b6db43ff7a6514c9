package dictionary_test

import (
	"fmt"

	"tijian/dictionaries"
	"tijian/engine/dictionary"
)

func ExampleIndicator_ToStandard() {
	dict, problems := dictionary.Load(dictionaries.Active())
	if err := problems.Err(); err != nil {
		fmt.Println(err)
		return
	}
	hemoglobin, _ := dict.Lookup("hemoglobin")
	value, known := hemoglobin.ToStandard(15.3, "g/dL")
	fmt.Println(value, hemoglobin.Unit, known)
	// Output: 153 g/L true
}
