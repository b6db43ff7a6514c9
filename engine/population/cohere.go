package population

import "tijian/engine/lattice"

// A relation makes one value of a person what others make it. Those that a person
// was not measured in leave it as it was drawn.
type relation struct {
	target string
	of     []string
	work   func(drawn float64, of []float64) float64
}

func share(_ float64, of []float64) float64 { return of[0] * of[1] / 100 }

// relations are what values of one sampling are to each other, in the order in
// which they are worked out.
var relations = []relation{
	{"diastolic_bp", []string{"systolic_bp"}, func(x float64, of []float64) float64 { return min(x, of[0]-15) }},
	{"total_cholesterol", []string{"hdl_cholesterol"}, func(x float64, of []float64) float64 { return max(x, of[0]+1) }},
	{"ldl_cholesterol", []string{"total_cholesterol", "hdl_cholesterol", "triglycerides"}, func(x float64, of []float64) float64 {
		rest := of[0] - of[1]
		if of[2] < 4.5 { // where Friedewald's formula is valid
			x = min(max(x, rest-of[2]/2.2-0.4), rest-of[2]/2.2+0.4)
		}
		return min(max(x, 0.2), rest-0.1)
	}},
	{"direct_bilirubin", []string{"total_bilirubin"}, func(x float64, of []float64) float64 { return min(x, of[0]*0.6) }},
	{"albumin", []string{"total_protein"}, func(x float64, of []float64) float64 { return min(x, of[0]-12) }},
	{"globulin", []string{"total_protein", "albumin"}, func(_ float64, of []float64) float64 { return of[0] - of[1] }},
	{"hematocrit", []string{"hemoglobin", "mchc"}, func(_ float64, of []float64) float64 { return of[0] * 100 / of[1] }},
	{"mcv", []string{"hematocrit", "red_blood_cell_count"}, func(_ float64, of []float64) float64 { return of[0] * 10 / of[1] }},
	{"mch", []string{"hemoglobin", "red_blood_cell_count"}, func(_ float64, of []float64) float64 { return of[0] / of[1] }},
	{"neutrophil_percentage", []string{"monocyte_percentage", "eosinophil_percentage", "basophil_percentage"}, func(x float64, of []float64) float64 {
		return min(x, 96-of[0]-of[1]-of[2])
	}},
	{"lymphocyte_percentage", []string{"neutrophil_percentage", "monocyte_percentage", "eosinophil_percentage", "basophil_percentage"}, func(_ float64, of []float64) float64 {
		return 100 - of[0] - of[1] - of[2] - of[3]
	}},
	{"neutrophil_count", []string{"white_blood_cell_count", "neutrophil_percentage"}, share},
	{"lymphocyte_count", []string{"white_blood_cell_count", "lymphocyte_percentage"}, share},
	{"monocyte_count", []string{"white_blood_cell_count", "monocyte_percentage"}, share},
	{"eosinophil_count", []string{"white_blood_cell_count", "eosinophil_percentage"}, share},
	{"basophil_count", []string{"white_blood_cell_count", "basophil_percentage"}, share},
	{"plateletcrit", []string{"platelet_count", "mpv"}, func(_ float64, of []float64) float64 { return of[0] * of[1] / 10000 }},
}

// cohere makes the values of a person agree as those of one blood sample do.
func (d *draw) cohere() {
	at := map[string]int{}
	for i := range d.request.Samples {
		at[d.request.Samples[i].Name] = i
	}
	of := make([]float64, 0, 4)
next:
	for _, r := range relations {
		target, measured := at[r.target]
		if !measured {
			continue
		}
		of = of[:0]
		for _, name := range r.of {
			i, sent := at[name]
			if !sent {
				continue next
			}
			of = append(of, d.request.Samples[i].Value)
		}
		i, _ := d.dict.Lookup(r.target)
		x := lattice.Printed(r.work(d.request.Samples[target].Value, of), i.Decimals)
		d.request.Samples[target].Value = min(max(x, i.Plausible[0]), i.Plausible[1])
	}
}
