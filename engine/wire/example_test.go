package wire_test

import (
	"fmt"

	"tijian/engine/jsontree"
	"tijian/engine/wire"
)

// A request that cannot be assessed is answered with all its faults at once.
func ExampleDecode() {
	tree, err := jsontree.Parse([]byte(`{"namespace": "demo", "profile": {"gender": "male"}, "samples": [{"name": "potassium"}]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = wire.Decode(tree, 1000, nil)
	fmt.Println(err)
	// Output: missing arguments: user_identifier, datetime, profile.dob, health_background.has_diabetes, health_background.is_taking_antihypertensive_therapy, health_background.has_cvd, health_background.smoke_daily_frequency, health_background.has_hbp, samples[0].value
}
