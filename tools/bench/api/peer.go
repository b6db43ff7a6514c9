package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"

	"github.com/gin-gonic/gin"
)

// The peer's request and answer, as an API without a care has them: known
// fields only, numbers as floats.
type (
	asked struct {
		User       string        `json:"user_identifier"`
		Namespace  string        `json:"namespace"`
		Datetime   string        `json:"datetime"`
		Profile    profile       `json:"profile"`
		Background background    `json:"health_background"`
		Samples    []sampleAsked `json:"samples"`
	}
	profile struct {
		Born   string `json:"dob"`
		Gender string `json:"gender"`
	}
	background struct {
		Diabetes         bool    `json:"has_diabetes"`
		Antihypertensive bool    `json:"is_taking_antihypertensive_therapy"`
		CVD              bool    `json:"has_cvd"`
		Smoking          float64 `json:"smoke_daily_frequency"`
		Hypertension     bool    `json:"has_hbp"`
	}
	sampleAsked struct {
		Name  string  `json:"name"`
		Unit  string  `json:"unit"`
		Value float64 `json:"value"`
	}
	answered struct {
		User       string           `json:"user_identifier"`
		Namespace  string           `json:"namespace"`
		Datetime   string           `json:"datetime"`
		Profile    profile          `json:"profile"`
		Background background       `json:"health_background"`
		Samples    []sampleAnswered `json:"samples"`
		CreatedAt  string           `json:"created_at"`
	}
	sampleAnswered struct {
		sampleAsked
		Tip   string `json:"tip"`
		Hint  string `json:"hint"`
		Color int    `json:"color"`
		Level string `json:"level"`
		Ideal string `json:"ideal"`
		Risks []risk `json:"risks"`
	}
	risk struct {
		ID   string `json:"id"`
		Flag int    `json:"flag"`
		Name string `json:"name"`
	}
)

// echoPath is answered without Gin: the body is read and as much is sent as the
// service sends. No server of net/http can do with less.
const echoPath = "/echo"

// peer serves a bare Gin handler until its standard input ends. It decodes what
// it is asked and encodes an answer with the texts of the one it is given,
// without deciding anything. Its address is the first line that it writes.
func peer(template string) error {
	data, err := os.ReadFile(template)
	if err != nil {
		return err
	}
	var texts answered
	if err := json.Unmarshal(data, &texts); err != nil {
		return err
	}
	gin.SetMode(gin.ReleaseMode)
	engine := gin.New()
	engine.POST("/api/samples", func(c *gin.Context) {
		var q asked
		if err := c.ShouldBindJSON(&q); err != nil || len(q.Samples) > len(texts.Samples) {
			c.AbortWithStatus(http.StatusBadRequest)
			return
		}
		a := answered{User: q.User, Namespace: q.Namespace, Datetime: q.Datetime, Profile: q.Profile, Background: q.Background, CreatedAt: texts.CreatedAt}
		a.Samples = make([]sampleAnswered, len(q.Samples))
		for i, s := range q.Samples {
			a.Samples[i] = texts.Samples[i]
			a.Samples[i].sampleAsked = s
		}
		c.PureJSON(http.StatusOK, &a)
	})
	mux := http.NewServeMux()
	mux.Handle("/", engine)
	mux.HandleFunc(echoPath, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Length", strconv.Itoa(len(data)))
		_, _ = w.Write(data)
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println(listener.Addr())
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	return http.Serve(listener, mux)
}
