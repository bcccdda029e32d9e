package notify

import (
	"testing"

	"devservers/tests/fc"
)

func TestMain(m *testing.M) { fc.Main(m) }
