"""The numpy dtype of a game's struct."""

cdef dict head_fields()
cdef object struct_dtype(dict fields, size_t size)
