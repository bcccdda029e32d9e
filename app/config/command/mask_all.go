package command

import "reflect"

// MaskAll returns a copy of v with all of its texts masked, also below pointers, in lists and maps. v stays as it is.
func MaskAll[T any](mask func(string) string, v T) T {
	out := v
	maskIn(mask, reflect.ValueOf(&out).Elem())
	return out
}

// maskIn masks the texts in v. What v shares with others is copied first.
func maskIn(mask func(string) string, v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		if v.Len() > 0 && v.CanSet() {
			v.SetString(mask(v.String()))
		}
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() && v.CanSet() {
			maskBelow(mask, v)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			maskIn(mask, v.Field(i))
		}
	case reflect.Slice:
		if !v.IsNil() && v.CanSet() {
			own := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
			reflect.Copy(own, v)
			v.Set(own)
			for i := range own.Len() {
				maskIn(mask, own.Index(i))
			}
		}
	case reflect.Map:
		if !v.IsNil() && v.CanSet() {
			maskMap(mask, v)
		}
	}
}

// maskBelow masks what a pointer or an interface leads to.
func maskBelow(mask func(string) string, v reflect.Value) {
	own := reflect.New(v.Elem().Type())
	own.Elem().Set(v.Elem())
	maskIn(mask, own.Elem())
	if v.Kind() == reflect.Interface {
		own = own.Elem()
	}
	v.Set(own)
}

func maskMap(mask func(string) string, v reflect.Value) {
	own := reflect.MakeMapWithSize(v.Type(), v.Len())
	for each := v.MapRange(); each.Next(); {
		value := reflect.New(v.Type().Elem()).Elem()
		value.Set(each.Value())
		maskIn(mask, value)
		own.SetMapIndex(each.Key(), value)
	}
	v.Set(own)
}
