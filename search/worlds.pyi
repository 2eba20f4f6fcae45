GIVEN: object
EVEN: object
BELIEVED: object
