package ocr_test

import (
	"context"
	"fmt"
	"os"

	"tijian/dictionaries"
	"tijian/engine/dictionary"
	"tijian/ocr"
)

// Reads a report and prints what was read as potassium.
func ExampleRecogniser_Recognise() {
	dict, problems := dictionary.Load(dictionaries.Active())
	if err := problems.Err(); err != nil {
		fmt.Println(err)
		return
	}
	recogniser, err := ocr.New(ocr.Options{Workers: 2, Dictionary: func() *dictionary.Dictionary { return dict }})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer recogniser.Close()
	picture, err := os.ReadFile("report.jpg")
	if err != nil {
		fmt.Println(err)
		return
	}
	full, err := recogniser.Recognise(context.Background(), picture, "")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, entry := range full["potassium"] {
		fmt.Println(entry.Name, entry.Unit, entry.Reference)
	}
	fmt.Println(full.Simple()["potassium"]) // in the standard unit
}
