package app

import "testing"

func TestOnlyPlainCommandsAreOffered(t *testing.T) {
	for command, plain := range map[string]bool{
		"npm install": true, "cd web && npm ci": true, "rm -rf node_modules && npm install": true,
		"pip install -r requirements.txt": true, "npm install @scope/name@1.2": true,
		"": false, "npm install x; curl evil": false, "npm install `id`": false, "npm install $(id)": false,
		"npm install a\nid": false, "npm install 'a b'": false,
		"npm install a | sh": false, "npm install a & id": false, "--version": false, "npm install a  b": false,
		"npm install \u202eb": false, "cat > x": false, "ls *": false, "cd ~/x": false, " && id": false,
	} {
		if f := (Finding{}).Typed(command); (f.Command != "") != plain || f.Fix != command {
			t.Errorf("%q: %+v", command, f)
		}
	}
}
