package config

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"os"
	"strings"
	"time"

	"tijian/engine/message"
)

// Sending is where assessments go.
type Sending struct {
	MLLPSend string `env:"TIJIAN_MLLP_SEND" placeholder:"ADDR" help:"把评估结果作为 ORU^R01 发到这里，例如 his.example.cn:2575 或 tls://his.example.cn:2575；默认不发" en:"Where assessments are sent as ORU^R01, such as his.example.cn:2575 or tls://his.example.cn:2575; by default nowhere."`
}

// MLLP is how hospital systems send messages of HL7 v2, and get assessments back.
type MLLP struct {
	MLLPListen   string `env:"TIJIAN_MLLP_LISTEN" placeholder:"ADDR" help:"用 MLLP 收 HL7 v2 检验结果的地址，例如 0.0.0.0:2575；默认不收" en:"Address to take results of HL7 v2 on by MLLP, such as 0.0.0.0:2575; by default none are taken."`
	MLLPUser     string `env:"TIJIAN_MLLP_USER" placeholder:"NAME" help:"从这个地址来的消息算哪个用户的；要先用 tijian user add 添加" en:"User whose the messages of that address are; add it first with tijian user add."`
	MLLPAllow    string `env:"TIJIAN_MLLP_ALLOW" default:"127.0.0.1,::1" placeholder:"CIDR,…" help:"可以连接这个地址的网段或地址，例如 10.1.2.0/24" en:"Networks or addresses that may connect to it, such as 10.1.2.0/24."`
	MLLPCert     string `env:"TIJIAN_MLLP_TLS_CERT" placeholder:"FILE" help:"TLS 证书（PEM，带中间证书）；设了就只收 TLS 连接，用 tls:// 发送时也出示它" en:"Certificate for TLS (PEM, with intermediate ones); with it only connections in TLS are taken, and sending by tls:// shows it too."`
	MLLPKey      string `env:"TIJIAN_MLLP_TLS_KEY" placeholder:"FILE" help:"这个证书的私钥（PEM）" en:"Private key of that certificate (PEM)."`
	MLLPClientCA string `env:"TIJIAN_MLLP_CLIENT_CA" placeholder:"FILE" help:"客户端证书的签发者（PEM）；设了就要求对方出示它们签发的证书" en:"Authorities of client certificates (PEM); with it peers must show a certificate of theirs."`
	Sending
	MLLPTries   int           `env:"TIJIAN_MLLP_TRIES" default:"6" placeholder:"N" help:"一条评估结果被拒收几次后放进死信；连接不上不算" en:"Refusals after which an assessment becomes a dead letter; a system that is not reached does not count."`
	MLLPBackoff time.Duration `env:"TIJIAN_MLLP_BACKOFF" default:"10s" help:"第一次被拒收后等多久再发；以后每次是前一次的三倍，最多 10 分钟" en:"Wait after the first refusal; each further one is three times as long, at most 10 minutes."`
	MLLPGiveUp  time.Duration `env:"TIJIAN_MLLP_GIVE_UP" default:"72h" help:"一条评估结果等了这么久还没送到就放进死信" en:"An assessment that was not delivered for so long becomes a dead letter."`
}

// longestGiveUp is below how long messages are kept.
const longestGiveUp = 29 * 24 * time.Hour

// Check refuses settings with which no message could be taken or sent.
func (m MLLP) Check() error {
	if m.MLLPListen == "" && m.MLLPSend == "" {
		return nil
	}
	var problems []error
	if m.MLLPTries < 1 {
		problems = append(problems, message.SettingAtLeast.Err("setting", "TIJIAN_MLLP_TRIES", "value", m.MLLPTries, "least", 1))
	}
	for name, value := range map[string]time.Duration{"TIJIAN_MLLP_BACKOFF": m.MLLPBackoff, "TIJIAN_MLLP_GIVE_UP": m.MLLPGiveUp} {
		if value <= 0 {
			problems = append(problems, message.SettingAboveZero.Err("setting", name, "value", value))
		}
	}
	if m.MLLPGiveUp > longestGiveUp {
		problems = append(problems, message.SettingAtMost.Err("setting", "TIJIAN_MLLP_GIVE_UP", "value", m.MLLPGiveUp, "most", longestGiveUp))
	}
	if m.MLLPListen != "" && m.MLLPUser == "" {
		problems = append(problems, message.MLLPUserMissing.Err())
	}
	if (m.MLLPCert == "") != (m.MLLPKey == "") {
		problems = append(problems, message.MLLPKeyMissing.Err())
	}
	if m.MLLPClientCA != "" && m.MLLPCert == "" {
		problems = append(problems, message.MLLPCANeedsCert.Err())
	}
	if address, _ := m.To(); address != "" {
		if host, port, err := net.SplitHostPort(address); err != nil || host == "" || port == "" {
			problems = append(problems, message.MLLPSendAddress.Err("value", m.MLLPSend))
		}
	}
	_, in := m.ServerTLS()
	_, out := m.ClientTLS()
	if in == nil {
		problems = append(problems, out)
	}
	return errors.Join(append(problems, in)...)
}

// To is the address of TIJIAN_MLLP_SEND, and whether it is reached in TLS.
func (m MLLP) To() (address string, secure bool) {
	address, secure = strings.CutPrefix(m.MLLPSend, "tls://")
	return address, secure
}

// ServerTLS is what connections are taken with; nil for plain ones.
func (m MLLP) ServerTLS() (*tls.Config, error) {
	if m.MLLPCert == "" || m.MLLPKey == "" {
		return nil, nil
	}
	pair, err := tls.LoadX509KeyPair(m.MLLPCert, m.MLLPKey)
	if err != nil {
		return nil, message.SettingFile.Err("setting", "TIJIAN_MLLP_TLS_CERT", "reason", err)
	}
	c := &tls.Config{MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{pair}}
	if m.MLLPClientCA == "" {
		return c, nil
	}
	data, err := os.ReadFile(m.MLLPClientCA)
	if err != nil {
		return nil, message.SettingFile.Err("setting", "TIJIAN_MLLP_CLIENT_CA", "reason", err)
	}
	c.ClientAuth, c.ClientCAs = tls.RequireAndVerifyClientCert, x509.NewCertPool()
	if !c.ClientCAs.AppendCertsFromPEM(data) {
		return nil, message.MLLPNoCA.Err("file", m.MLLPClientCA)
	}
	return c, nil
}

// ClientTLS is what assessments are sent with; nil for plain connections. The other
// side's certificate must be of an authority that the system knows (SSL_CERT_FILE).
func (m MLLP) ClientTLS() (*tls.Config, error) {
	address, secure := m.To()
	if !secure {
		return nil, nil
	}
	host, _, _ := net.SplitHostPort(address)
	c := &tls.Config{MinVersion: tls.VersionTLS12, ServerName: host}
	if m.MLLPCert != "" && m.MLLPKey != "" {
		pair, err := tls.LoadX509KeyPair(m.MLLPCert, m.MLLPKey)
		if err != nil {
			return nil, message.SettingFile.Err("setting", "TIJIAN_MLLP_TLS_CERT", "reason", err)
		}
		c.Certificates = []tls.Certificate{pair}
	}
	return c, nil
}
